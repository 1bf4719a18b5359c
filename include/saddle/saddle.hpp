// Everything a program that uses Saddle needs.
#pragma once

