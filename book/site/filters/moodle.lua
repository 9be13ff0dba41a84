--- The questions of one chapter as a question bank in Moodle's XML format.
--
-- Called by Pandoc with the defaults in book/kit/moodle.yaml and metadata as weave.lua has it: order, recorded, depfile and target.
--
-- Each question is an essay, which a person grades. Its answer is the information for graders and the feedback that students see afterwards.
-- https://docs.moodle.org/en/Moodle_XML_format describes the format.

local here = pandoc.path.directory(PANDOC_SCRIPT_FILE)
package.path = pandoc.path.join({here, "?.lua"}) .. ";" .. package.path

local brief = require("brief")
local detached = require("detached")
local grouped = require("groups")
local html = require("html")
local navigation = require("navigation")

local text_of = pandoc.utils.stringify

local longest_name = 70  -- of a question, in letters

local function as_html(blocks)
  return pandoc.write(pandoc.Pandoc(detached(blocks)), "html5", {html_math_method = "mathml", wrap_text = "wrap-none"})
end

-- The first words, as many as fit.
local function beginning(blocks)
  local name = ""
  for word in table.concat(blocks:map(text_of), " "):gmatch("%S+") do
    if utf8.len(name) + utf8.len(word) >= longest_name then return name .. " …" end
    name = name .. (name == "" and "" or " ") .. word
  end
  return name
end

-- What is asked, below the label.
local function asked(group)
  return group.blocks:filter(function(block)
    return block.t ~= "RawBlock" or not block.text:find('^<div class="question"') and block.text ~= "</div>"
  end)
end

local function question(page, answer, group)
  local blocks = asked(group)
  return html.fill([[
  <question type="essay">
    <name><text>{label}: {name}</text></name>
    <questiontext format="html"><text>{question}</text></questiontext>
    <generalfeedback format="html"><text>{answer}</text></generalfeedback>
    <defaultgrade>1</defaultgrade>
    <penalty>0</penalty>
    <hidden>0</hidden>
    <idnumber>{chapter}/{id}</idnumber>
    <responseformat>editor</responseformat>
    <responserequired>1</responserequired>
    <responsefieldlines>10</responsefieldlines>
    <attachments>0</attachments>
    <attachmentsrequired>0</attachmentsrequired>
    <graderinfo format="html"><text>{answer}</text></graderinfo>
    <responsetemplate format="html"><text></text></responsetemplate>
  </question>]], {label = answer.label, name = beginning(blocks), question = as_html(blocks), answer = as_html(answer.blocks),
    chapter = page.name, id = answer.back})
end

local function make(doc)
  local made = brief(doc, pandoc.path.directory(here))
  local page = made.page
  local questions = grouped(made.blocks):filter(function(group) return group.class == "question" end)
  local out = {html.fill([[
<?xml version="1.0" encoding="UTF-8"?>
<quiz>
  <question type="category">
    <category><text>$course$/top/Warp &amp; Weft/{called}</text></category>
    <info format="html"><text>The questions of {called}, {title}, from Warp &amp;amp; Weft. Text: CC BY 4.0.</text></info>
  </question>]], {called = navigation.called(page), title = page.title})}
  for index, group in ipairs(questions) do out[index + 1] = question(page, page.apart.answer[index], group) end
  out[#out + 1] = "</quiz>"
  return pandoc.Pandoc({pandoc.RawBlock("html", table.concat(out, "\n"))}, {})
end

function Pandoc(doc)
  local made, result = pcall(make, doc)
  if made then return result end
  io.stderr:write(tostring(result), "\n")
  os.exit(1)
end
