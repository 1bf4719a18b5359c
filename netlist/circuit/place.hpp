// Where in the user's text a thing was said.
#pragma once

namespace saddle {

struct Place {
  int file = -1;             // index into the description's `files`; -1: made by Saddle
  int line = 0, column = 0;  // from 1
};

}  // namespace saddle
