// The files that a bench reads, by their names in the folder of the Makefile.
package netloom_files;

  // Whether it is there; else says what is not.
  function automatic logic found(input string file);
    integer handle;
    handle = $fopen(file, "r");
    found = handle != 0;
    if (found) $fclose(handle);
    else $display("%s cannot be read: the bench has to be started in the folder of its Makefile", file);
  endfunction

endpackage
