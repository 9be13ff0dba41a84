--- Tables of programs that are broken on purpose: what loom and the tools of compute-sanitizer noticed, as their records have it.

local expressions = require("expressions")
local findings = require("findings")
local html = require("html")

local noticed = {}

local tools = {"memcheck", "racecheck", "initcheck", "synccheck"}

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

-- A GPU's entry of this program as it is now that says what the tools noticed: of the device that is meant, else the last one.
local function entry_of(devices, key, wanted)
  local best
  for _, device in ipairs(devices or {}) do
    local entry = (device.broken or {})[key]
    if entry and entry.current and entry.noticed_by then
      local one = {entry = entry, device = device.device, first = expressions.is_called(device.device, wanted)}
      if not best or one.first and not best.first or one.first == best.first and entry.date > best.entry.date then best = one end
    end
  end
  return best
end

local function by_tools(one)
  if not one then return "not recorded yet" end
  local found = pandoc.List({})
  for _, tool in ipairs(tools) do
    if pandoc.List(one.entry.noticed_by):includes(tool) then found:insert(tool) end
  end
  return #found > 0 and html.listed(found) or "nothing"
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
    local key, kinds = chapter .. "/" .. name, about.found[chapter .. "/" .. name]
    if chapter == about.own and not about.known(name) or chapter ~= about.own and not kinds then
      error(("there is no program %s that is broken on purpose and recorded on loom"):format(key), 0)
    end
    local target = (chapter == about.own and "" or chapter .. ".html") .. "#program-" .. name
    row[1] = {pandoc.Plain({pandoc.Link({pandoc.Code(name)}, target)})}
    local one = entry_of(about.recorded(chapter), key, about.device)
    add(row, by_loom(kinds), by_tools(one), one and (one.device:match("NVIDIA (%S+)") or one.device) or "–")
  end
  return pandoc.utils.from_simple_table(simple)
end

return noticed
