--- What stands around the text of a page: its number, its contents, the way to its neighbours, where it was checked.

local html = require("html")

local frame = {}

local function raw(text) return pandoc.MetaBlocks({pandoc.RawBlock("html", text)}) end

--- "chapter 5", "appendix A"
function frame.called(one)
  return (tostring(one.number):find("^%d") and "chapter " or "appendix ") .. one.number
end

local function chapter_link(one)
  return html.fill('<a href="{name}.html"><small>{number}</small> {title}</a>', one)
end

function frame.chapter_list(chapters)
  local items = {}
  for _, one in ipairs(chapters) do
    items[#items + 1] = html.fill('<li>\n<h3>{=link}</h3>\n<p>{summary}</p>\n</li>',
      {link = chapter_link(one), summary = one.summary})
  end
  return '<ol class="chapters">\n' .. table.concat(items, "\n") .. "\n</ol>"
end

local looked_up = {
  {name = "glossary", link = '<a href="glossary.html">Glossary</a>'},
  {name = "names", link = '<a href="names.html">Names of CUDA</a>'},
  {name = "measurements", link = '<a href="measurements.html">Measurements</a>'},
  {name = "links", link = '<a href="links.html">Links</a>'},
}

-- Reading order: the start page, how to use the book, the chapters, and what one looks things up in.
local function order(chapters)
  local pages = pandoc.List({
    {name = "index", link = '<a href="index.html">The start page</a>'},
    {name = "how-to-use", link = '<a href="how-to-use.html">How to use this book</a>'},
  })
  for _, one in ipairs(chapters) do pages:insert({name = one.name, link = chapter_link(one)}) end
  pages:extend(looked_up)
  return pages
end

local function list(items)
  return "<ol>\n<li>" .. table.concat(items, "</li>\n<li>") .. "</li>\n</ol>"
end

local function contents(sections)
  local items = {}
  for _, section in ipairs(sections) do items[#items + 1] = ('<a href="#%s">%s</a>'):format(section.id, section.html) end
  return list(items)
end

-- All pages of the book, this one marked.
local function all_pages(pages, page)
  local items = {}
  for _, one in ipairs(pages) do
    items[#items + 1] = one.name == page.name and one.link:gsub("^<a ", '<a aria-current="page" ') or one.link
  end
  return list(items)
end

--- Fills the template's fields.
function frame.fill(meta, page, sections, checked)
  local pages = order(page.chapters)
  for index, one in ipairs(pages) do
    if one.name == page.name then
      if pages[index - 1] then meta.previous = raw(pages[index - 1].link) end
      if pages[index + 1] then meta.next = raw(pages[index + 1].link) end
    end
  end
  if page.number then
    meta.chapter = tostring(page.number)
    meta.called = frame.called(page):gsub("^%l", string.upper)
  end
  meta.start = page.name == "index"
  if #sections > 1 then meta.contents = raw(contents(sections)) end
  meta.pages = raw(all_pages(pages, page))
  meta.checked = checked and raw(checked)
end

return frame
