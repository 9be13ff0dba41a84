--- What the build, the runner and the command need to know of a chapter: its manifest, one JSON object.
--
-- It follows the order of the chapter and depends on nothing but its text. `README.md` beside this file lists its fields.

local json = require("json")
local programs = require("programs")

local manifest = {}

-- Where the lines of a program stand in the chapter, as runs of {line of the program, line of the chapter, how many}. The header
-- that tangling puts first is line 1 of the program.
local function places(expanded)
  local runs = {}
  for number, line in ipairs(expanded) do
    local last = runs[#runs]
    if last and last[2] + last[3] == line.line then
      last[3] = last[3] + 1
    else
      table.insert(runs, {number + 1, line.line, 1})
    end
  end
  return runs
end

local function finding(kind, expanded)
  local lines = {}
  for number, line in ipairs(expanded) do
    if line.text:match("//%s*finds:%s*(.-)%s*$") == kind then table.insert(lines, number + 1) end
  end
  return json.object({{"kind", kind}, {"lines", lines}})
end

local function words(text)
  local list = {}
  for word in (text or ""):gmatch("%S+") do table.insert(list, word) end
  return list
end

local function numbers(text)
  local list = words(text)
  for index, word in ipairs(list) do list[index] = tonumber(word) end
  return list
end

local function program(read, block)
  local expanded = programs.expand(read, block)
  return json.object({
    {"name", block.name},
    {"line", block.line},
    {"finds", block.finds and finding(block.finds, expanded)},
    {"misses", block.misses},
    {"compile_error", block.compile_error},
    {"exits", block.exits and tonumber(block.exits)},
    {"measures", block.measures},
    {"ranks", block.ranks and numbers(block.ranks)},
    {"draws", #block.draws > 0 and block.draws},
    {"loops", block.loops and words(block.loops)},
    {"counters", block.counters and json.object(block.counters)},
    {"places", places(expanded)},
  })
end

local function output(block)
  return json.object({
    {"program", block.name},
    {"device", block.device or "loom"},
    {"line", block.line},
    {"last", block.last},
    {"lines", block.lines},
  })
end

local function exercise(div)
  local hints = {}
  for _, hint in ipairs(div.hints) do table.insert(hints, hint.text) end
  return json.object({
    {"task", div.name},
    {"line", div.line},
    {"title", div.title},
    {"text", div.text},
    {"hints", hints},
    {"explanation", div.explanation and div.explanation.text or ""},
  })
end

local function each(list, make)
  local made = {}
  for _, one in ipairs(list) do table.insert(made, make(one)) end
  return made
end

--- The manifest of a chapter less its first line, which is that of a tangled file and opens the object.
function manifest.of(read)
  local own = {}
  for _, block in ipairs(read.files) do
    if block.role == "program" then table.insert(own, block) end
  end
  local whole = json.indented(json.object({
    {"title", read.title},
    {"summary", read.summary},
    {"programs", each(own, function(block) return program(read, block) end)},
    {"outputs", each(read.outputs, output)},
    {"exercises", each(read.exercises, exercise)},
  }))
  return (whole:gsub("^{\n", "", 1)) .. "\n"
end

return manifest
