--- Where a page was checked: on loom before it was made, and on the GPUs whose runs are recorded.

local files = require("files")
local html = require("html")

local record = {}

-- What of a chapter is run on a GPU: its correct programs, and the solutions of its exercises. Programs that are broken
-- on purpose are loom's to judge.
local function checked_things(read, root)
  local things = {}
  local function add(kind, folder, name, link)
    local path = pandoc.path.join({root, folder, read.name, name .. ".cu"})
    things[#things + 1] = {kind = kind, key = read.name .. "/" .. name, path = path, link = link}
  end
  for _, block in ipairs(read.files) do
    if block.role == "program" and not block.finds and not block.compile_error then
      add("programs", "snippets", block.name, html.fill('<a href="#{id}">{name}</a>', block))
    end
  end
  for _, exercise in ipairs(read.exercises) do
    add("exercises", "solutions", exercise.name, html.fill('the solution of <a href="#{name}">{name}</a>', exercise))
  end
  return things
end

-- Was this what ran, or has the text changed since?
local function unchanged(thing, entry)
  local text = files.text(thing.path)
  return text ~= nil and pandoc.utils.sha1(text) == entry.sha1
end

-- How they fared on one device. A run counts only if its text is still the one that ran.
local function fared(device, things)
  local result = {programs = 0, exercises = 0, failed = {}, changed = {}, absent = {}}
  for _, thing in ipairs(things) do
    local ran = (device[thing.kind] or {})[thing.key]
    if not ran then
      table.insert(result.absent, thing.link)
    elseif not unchanged(thing, ran) then
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
  local tools, known, complaints, checked = pandoc.List({}), {}, pandoc.List({}), 0
  for _, thing in ipairs(things) do
    local entry = (device.sanitizer or {})[(thing.kind == "exercises" and "solutions/" or "") .. thing.key]
    if entry and unchanged(thing, entry) then
      checked = checked + 1
      for tool, words in pairs(entry.found) do
        if not known[tool] then tools:insert(tool) end
        known[tool] = true
        if words ~= "" then complaints:insert(tool .. " complains of " .. thing.link) end
      end
    end
  end
  if checked == 0 then return nil end
  tools:sort()
  complaints:sort()
  if #complaints > 0 then return html.listed(complaints) end
  return "compute-sanitizer (" .. html.listed(tools) .. ") found nothing" .. (checked < #things and (" in %d of them"):format(checked) or "")
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

-- A program that the compiler refuses, and should, is never run: its test is elsewhere.
local function on_loom(read, ran)
  local programs = 0
  for _, block in ipairs(read.files) do
    if block.role == "program" and not block.compile_error then programs = programs + 1 end
  end
  if not ran then return "no program was run when this page was made" end
  return html.counted(programs, "program", "programs") .. " ran before this page was made and did what it says"
end

--- The list that tells where the programs of a chapter were checked, as HTML.
-- @param root  the folder that holds snippets/ and solutions/
-- @param ran   whether the page was made after all its programs had run on loom
-- @param sources  gets the files that are compared with what ran
function record.checked(devices, read, root, ran, sources)
  local things = checked_things(read, root)
  for _, thing in ipairs(things) do
    if files.text(thing.path) then sources:insert(thing.path) end
  end
  local items = {"<li><strong>loom</strong>, the software device: " .. on_loom(read, ran) .. ".</li>"}
  for _, device in ipairs(devices) do items[#items + 1] = on_device(device, things) end
  if #devices == 0 then items[#items + 1] = "<li>No run on a GPU is recorded yet.</li>" end
  return "<ul>\n" .. table.concat(items, "\n") .. "\n</ul>"
end

return record
