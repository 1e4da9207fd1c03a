#pragma once

/// Written in a namespace of a header: what it declares can be used from outside of its layer's
/// shared library, in which all else is hidden. The test `layers` says which headers need it: those
/// that another layer, or a user, may include.
///
///     namespace netloom {
///     inline namespace NETLOOM_VISIBLE hw {
#define NETLOOM_VISIBLE [[gnu::visibility("default")]]
