--- What a page yields for search, the glossary, the index of names and the lists of links and measurements, gathered while the page is
-- rendered.
--
-- A term is defined once, where it is marked: `[warp]{.term}`, or `[warps]{.term name="warp"}` where the text needs another
-- form. The sentence around it is its definition in the glossary; `means="…"`, in Markdown, says it in words of their own.

local html = require("html")
local json = require("json")
local literal = require("literal")

local page_index = {}
page_index.__index = page_index

local stringify = pandoc.utils.stringify

function page_index.new()
  local self = setmetatable({sections = {}, terms = {}, links = {}, measured = {}, paused = 0}, page_index)
  self:section("", "")
  return self
end

--- A new section begins. One without id is the top of the page.
function page_index:section(id, label)
  table.insert(self.sections, {id = id, label = label, prose = {}, code = {}, named = {}, used = {}})
end

function page_index:pause() self.paused = self.paused + 1 end
function page_index:resume() self.paused = self.paused - 1 end

local function here(self) return self.sections[#self.sections] end

-- Names of CUDA -------------------------------------------------------------------------------------------------------

-- What is CUDA's by its form: what the libraries put in front, what reserved names look like, and a few words.
local forms = {
  "^cuda%u[%w_]*$", "^cu%u%w+$", "^cublas%u?%w+$", "^cufft%u?%w+$", "^curand[%u_]%w+$", "^nvtx%u%w+$", "^atomic%u%w+$", "^__%l[%w_]*$", "^__CUDA_ARCH__$",
}
local words = {}
for word in ("threadIdx blockIdx blockDim gridDim warpSize dim3 cooperative_groups"):gmatch("%S+") do words[word] = true end
local vectors = {}
for kind in ("char short int long longlong float double"):gmatch("%S+") do
  for size = 1, 4 do vectors[kind .. size] = true; vectors["u" .. kind .. size] = true end
end
local not_cuda = {__attribute__ = true, __restrict = true, __builtin = true}

local function is_cuda(name)
  if words[name] or vectors[name] then return true end
  if not_cuda[name] then return false end
  for _, form in ipairs(forms) do
    if name:find(form) then return true end
  end
  return false
end

local function collect(text, into)
  for name in text:gmatch("[%a_][%w_]*") do
    if is_cuda(name) then into[name] = true end
  end
  if text:find("<<<", 1, true) then into["<<<…>>>"] = true end
end

-- Text ------------------------------------------------------------------------------------------------------------

local function take_link(self, link)
  if link.target:find("^https?:") then
    table.insert(self.links, {target = link.target, words = stringify(link.content), section = here(self).label})
  end
end

--- A figure of what was measured: its id, key, label and caption as HTML.
function page_index:measurement(one) table.insert(self.measured, one) end

--- Inlines of the page.
function page_index:text(inlines)
  if self.paused > 0 then return end
  local section = here(self)
  table.insert(section.prose, (stringify(inlines)))
  pandoc.Span(inlines):walk({
    Code = function(code) collect(code.text, section.named) end,
    Link = function(link) take_link(self, link) end,
  })
end

--- A fence of the page.
function page_index:code(fence)
  if self.paused > 0 then return end
  local section = here(self)
  local text = table.concat(fence.lines, "\n")
  table.insert(section.code, text)
  if fence.role ~= "output" and fence.role ~= "text" then collect(text:gsub("//[^\n]*", ""), section.used) end
end

function page_index.term_id(span)
  local name = span.attributes.name or stringify(span.content)
  return "term-" .. name:lower():gsub("%W+", "-")
end

-- The sentence that holds the given inline of a paragraph.
local function sentence_around(inlines, wanted)
  local sentence, found = pandoc.List({}), false
  for index, inline in ipairs(inlines) do
    sentence:insert(inline)
    found = found or index == wanted
    local ends = inline.t == "Str" and inline.text:find("[.?!][”’)]*$")
    if ends or index == #inlines then
      if found then return sentence end
      sentence = pandoc.List({})
    elseif #sentence == 1 and (inline.t == "Space" or inline.t == "SoftBreak") then
      sentence = pandoc.List({})
    end
  end
end

-- In the glossary nothing is marked and no link leads to a position on another page.
local function plainly(inlines)
  return pandoc.Span(inlines):walk({
    Span = function(span) return span.content end,
    Link = function(link) return #link.content > 0 and link.content or nil end,
  }).content
end

local function take_terms(self, inlines)
  for index, inline in ipairs(inlines) do
    if inline.t == "Span" and inline.classes[1] == "term" then
      local means = inline.attributes.means
      local words = means and pandoc.utils.blocks_to_inlines(pandoc.read(means, "markdown").blocks)
        or plainly(sentence_around(inlines, index))
      table.insert(self.terms, {term = inline.attributes.name or stringify(inline.content), id = page_index.term_id(inline),
        section = here(self).label, html = html.of_inlines(words)})
    end
  end
end

--- A block that holds text and nothing that is rendered by itself.
function page_index:block(block)
  if self.paused > 0 then return end
  local function take(part)
    self:text(part.content)
    take_terms(self, part.content)
  end
  pandoc.Div({block}):walk({Para = take, Plain = take})
end

-- Writing -----------------------------------------------------------------------------------------------------------

local function title_of(page) return page.number and page.number .. " " .. page.title or page.title end

--- The script that passes the text of this page to search: sections, each as its id, label, prose and code.
function page_index:for_search(page)
  local sections = {}
  for _, section in ipairs(self.sections) do
    if #section.prose + #section.code > 0 then
      table.insert(sections, {section.id, section.label, table.concat(section.prose, "\n"), table.concat(section.code, "\n")})
    end
  end
  return ("addToSearch(%s, %s, %s);\n"):format(json.string(page.name .. ".html"), json.string(title_of(page)), json.array(sections))
end

local function sorted(set)
  local list = {}
  for name in pairs(set) do table.insert(list, name) end
  table.sort(list)
  return list
end

--- What the pages to look things up in are made of: terms, links to elsewhere, measured figures, and for each section the names that
-- its text and its code have.
function page_index:for_indexes(page)
  local sections = {}
  for _, section in ipairs(self.sections) do
    local named, used = sorted(section.named), sorted(section.used)
    if #named + #used > 0 then
      table.insert(sections, {id = section.id, label = section.label, named = named, used = used})
    end
  end
  return "return " .. literal({page = page.name, number = page.number, title = page.title, terms = self.terms, links = self.links,
    measured = self.measured, sections = sections}) .. "\n"
end

return page_index
