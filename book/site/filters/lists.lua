--- What the build and the command need to know of a chapter, as text: its programs, exercises and outputs.
-- Each list follows the order of the chapter and depends on nothing but its text.

local json = require("json")

local lists = {}

local function meson_string(text) return "'" .. (text or ""):gsub("\\", "\\\\"):gsub("'", "\\'") .. "'" end

local function meson_list(texts)
  local members = {}
  for _, text in ipairs(texts) do table.insert(members, meson_string(text)) end
  return "[" .. table.concat(members, ", ") .. "]"
end

--- The programs, for Meson.
function lists.programs(read)
  local has_output = {}
  for _, output in ipairs(read.outputs) do
    if not output.device then has_output[output.name] = true end
  end
  local lines = {"programs += ["}
  for _, block in ipairs(read.files) do
    if block.role == "program" then
      table.insert(lines, "  {")
      for _, entry in ipairs({
        {"chapter", meson_string(read.name)},
        {"name", meson_string(block.name)},
        {"output", tostring(has_output[block.name] == true)},
        {"finds", meson_string(block.finds)},
        {"compile_error", meson_string(block.compile_error)},
        {"exits", meson_string(block.exits)},
        {"measures", meson_string(block.measures)},
        {"ranks", meson_string(block.ranks)},
        {"draws", meson_list(block.draws)},
      }) do
        table.insert(lines, ("    '%s': %s,"):format(entry[1], entry[2]))
      end
      table.insert(lines, "  },")
    end
  end
  table.insert(lines, "]\n")
  return table.concat(lines, "\n")
end

-- An array with each member on lines of its own, so that a change reads well in a diff.
local function json_array(members, indent)
  if #members == 0 then return "[]" end
  local separator = ",\n" .. indent .. " "
  return "[\n" .. indent .. " " .. table.concat(members, separator) .. "\n" .. indent .. "]"
end

local function json_strings(texts, indent)
  local members = {}
  for _, text in ipairs(texts) do table.insert(members, json.string(text)) end
  return json_array(members, indent)
end

-- The rest of an object whose opening brace stands in the file's header.
local function json_rest(key, members) return (' "%s": %s}\n'):format(key, json_array(members, " ")) end

--- The exercises with their hints, for the command.
function lists.exercises(read)
  local members = {}
  for _, div in ipairs(read.exercises) do
    local hints = {}
    for _, hint in ipairs(div.hints) do table.insert(hints, hint.text) end
    table.insert(members, ('{"task": %s,\n   "title": %s,\n   "text": %s,\n   "hints": %s,\n   "explanation": %s}'):format(
      json.string(div.name), json.string(div.title), json.string(div.text),
      json_strings(hints, "   "), json.string(div.explanation and div.explanation.text or "")))
  end
  return json_rest("exercises", members)
end

--- The outputs that the chapter shows, for the tests that compare them.
function lists.outputs(read)
  local members = {}
  for _, block in ipairs(read.outputs) do
    table.insert(members, ('{"program": %s,\n   "device": %s,\n   "lines": %s}'):format(
      json.string(block.name), json.string(block.device or "loom"), json_strings(block.lines, "   ")))
  end
  return json_rest("outputs", members)
end

return lists
