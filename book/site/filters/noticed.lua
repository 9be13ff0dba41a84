--- Tables of programs that are broken on purpose: what loom and the tools of compute-sanitizer noticed, as their records have it.

local findings = require("findings")
local gpus = require("gpus")
local html = require("html")

local noticed = {}

-- Where a program is: `late` in this chapter, `03-first-programs/late` in another.
local function program_of(cell, own)
  local code
  pandoc.Div(cell):walk({Code = function(one) code = code or one end})
  if not code then error("the first cell of each row names a program, as in `late` or `03-first-programs/late`", 0) end
  local chapter, name = code.text:match("^([^/]+)/([^/]+)$")
  return chapter or own, name or code.text
end

local function by_loom(kinds)
  if not kinds then return "not recorded yet" end
  local words = pandoc.List(kinds):map(function(kind) return (findings[kind] or kind):gsub("^an? ", "") end)
  return #words > 0 and html.listed(words) or "nothing"
end

-- What the tools noticed in this program as it is now: on the device that is meant, else in the last record.
local function on_a_gpu(devices, key, wanted)
  local found = {}
  for _, device in ipairs(devices or {}) do
    local entry = (device.broken or {})[key]
    if entry and entry.current and entry.noticed_by then
      table.insert(found, {device = device.device, date = entry.date, tools = pandoc.List(entry.noticed_by):clone()})
    end
  end
  gpus.sort(found, wanted)
  return found[1]
end

local function by_tools(one)
  if not one then return "not recorded yet" end
  one.tools:sort()
  return #one.tools > 0 and html.listed(one.tools) or "nothing"
end

local function cell(words) return {pandoc.Plain({pandoc.Str(words)})} end

--- The table in a div, with three more columns.
-- @param blocks  a table whose rows begin with a program
-- @param about   own (the page's chapter), known (whether it has this program), found (what loom found, by chapter and program), recorded (of a
--                chapter: what GPUs have recorded), device (the word for the one that is preferred)
function noticed.fill(blocks, about)
  if #blocks ~= 1 or blocks[1].t ~= "Table" then error("a div of class .noticed holds a table and nothing else", 0) end
  local simple = pandoc.utils.to_simple_table(blocks[1])
  local function add(row, ...)
    for _, words in ipairs({...}) do table.insert(row, cell(words)) end
  end
  add(simple.headers, "loom reports", "compute-sanitizer reports", "on")
  for _ = 1, 3 do
    table.insert(simple.aligns, "AlignDefault")
    table.insert(simple.widths, 0)
  end
  for _, row in ipairs(simple.rows) do
    local chapter, name = program_of(row[1], about.own)
    local key = chapter .. "/" .. name
    local kinds = about.found[key]
    if chapter == about.own and not about.known(name) or chapter ~= about.own and not kinds then
      error(("there is no program %s that is broken on purpose and recorded on loom"):format(key), 0)
    end
    local target = (chapter == about.own and "" or chapter .. ".html") .. "#program-" .. name
    row[1] = {pandoc.Plain({pandoc.Link({pandoc.Code(name)}, target)})}
    local one = on_a_gpu(about.recorded(chapter), key, about.device)
    add(row, by_loom(kinds), by_tools(one), one and gpus.word_of(one.device) or "–")
  end
  return pandoc.utils.from_simple_table(simple)
end

return noticed
