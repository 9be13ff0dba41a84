--- Where a page was checked: on loom, of which stamping knows (book/site/stamp.py), and on the GPUs whose runs are recorded.

local gpus = require("gpus")
local html = require("html")

local checked = {}

-- What of a chapter is run on a GPU: its correct programs, and the solutions of its exercises. Programs that are broken
-- on purpose are loom's to judge.
local function checked_things(read)
  local things = {}
  local function add(kind, name, link)
    things[#things + 1] = {kind = kind, key = read.name .. "/" .. name, link = link}
  end
  for _, block in ipairs(read.files) do
    if block.role == "program" and not block.broken then
      add("programs", block.name, html.fill('<a href="#{id}">{name}</a>', block))
    end
  end
  for _, exercise in ipairs(read.exercises) do
    add("exercises", exercise.name, html.fill('the solution of <a href="#{name}">{name}</a>', exercise))
  end
  return things
end

-- How they fared on one device. A run counts only if its text is still the one that ran.
local function fared(device, things)
  local result = {programs = 0, exercises = 0, failed = {}, changed = {}, absent = {}}
  for _, thing in ipairs(things) do
    local ran = (device[thing.kind] or {})[thing.key]
    if not ran then
      table.insert(result.absent, thing.link)
    elseif not ran.current then
      table.insert(result.changed, thing.link)
    elseif ran.passed then
      result[thing.kind] = result[thing.kind] + 1
    else
      table.insert(result.failed, thing.link)
    end
  end
  return result
end

-- "memcheck, racecheck, … found nothing", or who complained of what.
local function sanitized(device, things)
  local tools, known, complaints, count = pandoc.List({}), {}, pandoc.List({}), 0
  for _, thing in ipairs(things) do
    local entry = (device.sanitizer or {})[(thing.kind == "exercises" and "solutions/" or "") .. thing.key]
    if entry and entry.current then
      count = count + 1
      for tool, words in pairs(entry.found) do
        if not known[tool] then tools:insert(tool) end
        known[tool] = true
        if words ~= "" then complaints:insert(tool .. " complains of " .. thing.link) end
      end
    end
  end
  if count == 0 then return nil end
  tools:sort()
  complaints:sort()
  if #complaints > 0 then return html.listed(complaints) end
  return "compute-sanitizer (" .. html.listed(tools) .. ") found nothing" .. (count < #things and (" in %d of them"):format(count) or "")
end

-- "driver 580.1, CUDA 13.0; 2025-11-01", for each run that something here is known from.
local function when(runs)
  local words = pandoc.List(runs):map(function(run) return html.fill("driver {driver}, CUDA {toolkit}; {date}", run) end)
  return #words > 0 and " (" .. table.concat(words, " and ") .. ")" or ""
end

local function on_device(device, things)
  local result = fared(device, things)
  local sentences, passed = pandoc.List({}), pandoc.List({})
  local untried = #things > 0 and #result.absent == #things
  if result.programs > 0 then passed:insert(html.counted(result.programs, "program", "programs")) end
  if result.exercises > 0 then passed:insert(html.counted(result.exercises, "solution", "solutions")) end
  if #passed > 0 then sentences:insert(html.listed(passed) .. " passed") end
  if #result.failed > 0 then sentences:insert(html.listed(result.failed) .. " failed") end
  if #result.changed > 0 then
    local have = #result.changed == 1 and " has" or " have"
    sentences:insert(html.listed(result.changed) .. have .. " changed since and not been run there again")
  end
  if untried then
    sentences:insert("nothing of this chapter was run there")
  elseif #result.absent > 0 then
    sentences:insert(html.listed(result.absent) .. (#result.absent == 1 and " was" or " were") .. " not run there")
  end
  if not untried then sentences:insert(sanitized(device, things)) end
  return html.fill("<li><strong>{device}</strong>{=when}: {=outcome}.</li>",
    {device = device.device, when = when(device.runs or {}), outcome = table.concat(sentences, "; ")})
end

-- Marks -----------------------------------------------------------------------------------------------------------

-- Whether a test case held on a GPU in all programs that it is in. Cases that only run when times are taken are known from these.
local function held_on(device, chapter, segment, programs)
  local section = segment.measured and "measurements" or "programs"
  for _, program in ipairs(programs) do
    local ran = (device[section] or {})[chapter .. "/" .. (segment.measured and program.measures or program.name)]
    if not (ran and ran.current and (segment.measured or ran.passed)) then return false end
  end
  return #programs > 0
end

-- A place for what stamping knows: the programs in question, and the lines of the chapter, so that a fold is opened where it is false.
local function place_of(block, segment, programs, is_marked)
  local names = programs:map(function(program) return program.name end)
  return ("<!-- %s: %s %d %d -->"):format(is_marked and "loom" or "unmarked", table.concat(names, " "), block.line + segment.first, block.line + segment.last)
end

--- The marks of a fold, as HTML: the devices on which its test case held. Programs that fail on purpose have none, and loom has none
-- of a case that never runs there.
function checked.held(page, block, segment)
  local programs = pandoc.List(segment.files):filter(function(file) return file.role == "program" end)
  local failing = programs:filter(function(program) return program.fails end)
  if segment.kind ~= "case" or #failing > 0 then return place_of(block, segment, programs, false) end
  local marks = place_of(block, segment, programs, not segment.measured)
  for _, device in ipairs(page.devices or {}) do
    if held_on(device, page.read.name, segment, programs) then
      marks = marks .. html.fill(" <b>{name}</b>", {name = gpus.word_of(device.device)})
    end
  end
  return ' <span class="held"><span class="unseen">held on </span>' .. marks .. "</span>"
end

-- Devices ---------------------------------------------------------------------------------------------------------

--- What stamping replaces by what it knows of the programs of a chapter.
checked.ran_on_loom = "<!-- what ran on loom -->"

--- The list of devices on which the programs of a chapter were checked, as HTML.
function checked.list(devices, read)
  local things = checked_things(read)
  local items = {"<li><strong>loom</strong>, the software device: " .. checked.ran_on_loom .. ".</li>"}
  for _, device in ipairs(devices) do items[#items + 1] = on_device(device, things) end
  if #devices == 0 then items[#items + 1] = "<li>No run on a GPU is recorded yet.</li>" end
  return "<ul>\n" .. table.concat(items, "\n") .. "\n</ul>"
end

return checked
