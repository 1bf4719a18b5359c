// JSON objects in the order they are filled.
#pragma once

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace saddle::cli {

using Json = nlohmann::ordered_json;

// Adds a key that is known to be new. operator[] looks through all keys there are: with a hundred
// thousand signals that is most of the work.
inline void append(Json& object, std::string key, Json value) {
  auto& pairs = static_cast<Json::object_t::Container&>(object.get_ref<Json::object_t&>());
  pairs.emplace_back(std::move(key), std::move(value));
}

}  // namespace saddle::cli
