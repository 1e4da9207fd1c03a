# The switch cores that are compiled: a line each. A switch runs on the one that has all features that it needs
# (features.inc) and the fewest others, in the narrowest width that has its channels. All but the last serve the
# common cases faster; that one serves all. CHECKED: widths in which tests that compare have it with the checks of
# all invariants, too (netloom_checked_cores).
#
# netloom_core(FEATURES features... WIDTHS channels... [CHECKED channels...])
netloom_core(FEATURES WIDTHS 32 64 128 256 CHECKED 32 64 128 256)
netloom_core(FEATURES ManyVcs WIDTHS 32 64 128 256 CHECKED 32 64 128 256)
netloom_core(FEATURES ManyVcs Trigger WIDTHS 32 64 128 256 CHECKED 32 64)
netloom_core(FEATURES ManyVcs Decides WIDTHS 32 64 128 256 CHECKED 32 64)
netloom_core(FEATURES ManyVcs Decides OutputBuffers WIDTHS 64 128 256 CHECKED 64)
netloom_core(FEATURES ManyVcs Wormhole MixedSizes WIDTHS 32 64 128 256 CHECKED 32 64)
netloom_core(FEATURES All WIDTHS 32 64 128 256 1024 4096)
