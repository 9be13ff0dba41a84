--- Where a page was checked: what runs on real devices have recorded of its programs.

local html = require("html")

local record = {}

local function contents(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return text
end

-- How the programs of a page fared on one device. A program counts only if it is still the one that ran.
local function fared(device, read, snippets)
  local result = {passed = 0, failed = {}, changed = {}, absent = {}}
  for _, block in ipairs(read.files) do
    if block.role == "program" then
      local ran = (device.programs or {})[read.name .. "/" .. block.name]
      local text = contents(pandoc.path.join({snippets, read.name, block.file}))
      local broken = block.finds or block.compile_error
      if not ran then
        if not broken then table.insert(result.absent, block) end
      elseif not text or pandoc.utils.sha1(text) ~= ran.sha1 then
        table.insert(result.changed, block)
      elseif ran.passed then
        result.passed = result.passed + 1
      else
        table.insert(result.failed, block)
      end
    end
  end
  return result
end

local function links(blocks)
  local out = {}
  for _, block in ipairs(blocks) do out[#out + 1] = html.fill('<a href="#{id}">{name}</a>', block) end
  return html.listed(out)
end

local function on_device(device, read, snippets)
  local result = fared(device, read, snippets)
  local sentences = {}
  if result.passed > 0 then
    sentences[1] = html.counted(result.passed, "program", "programs") .. " passed"
  end
  if #result.failed > 0 then sentences[#sentences + 1] = links(result.failed) .. " failed" end
  if #result.changed > 0 then
    sentences[#sentences + 1] = links(result.changed)
      .. (#result.changed == 1 and " has" or " have") .. " changed since and not been run there again"
  end
  if #result.absent > 0 then
    sentences[#sentences + 1] = links(result.absent) .. (#result.absent == 1 and " was" or " were") .. " not run there"
  end
  return html.fill("<li><strong>{device}</strong> (driver {driver}, CUDA {toolkit}; {date}): {=outcome}.</li>", {
    device = device.device, driver = device.driver, toolkit = device.toolkit, date = device.date,
    outcome = table.concat(sentences, "; "),
  })
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
-- @param ran  whether the page was made after all its programs had run on loom
function record.checked(devices, read, snippets, ran)
  local items = {"<li><strong>loom</strong>, the software device: " .. on_loom(read, ran) .. ".</li>"}
  for _, device in ipairs(devices) do items[#items + 1] = on_device(device, read, snippets) end
  if #devices == 0 then items[#items + 1] = "<li>No run on a GPU is recorded yet.</li>" end
  return "<ul>\n" .. table.concat(items, "\n") .. "\n</ul>"
end

return record
