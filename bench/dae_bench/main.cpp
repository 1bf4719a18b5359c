#include "checks.hpp"
#include <cstring>
using namespace saddle::bench;
int main(int c,char**v){ auto p=comparison_problems(); if(c>1) std::erase_if(p,[&](auto&x){return x.name!=v[1];}); bool a=check_jacobians(p); bool b=verify_references(p); return a&&b?0:1;}
