--- The ways from a page to others: its contents, its neighbours in reading order, the list of chapters.

local html = require("html")

local navigation = {}

local function raw(text) return pandoc.MetaBlocks({pandoc.RawBlock("html", text)}) end

--- "Chapter 5", "Appendix A"
function navigation.called(chapter)
  return (tostring(chapter.number):find("^%d") and "Chapter " or "Appendix ") .. chapter.number
end

local function link(page)
  return page.number and html.fill('<a href="{name}.html"><small>{number}</small> {title}</a>', page)
    or html.fill('<a href="{name}.html">{title}</a>', page)
end

--- The chapters with their summaries, under the name of each part and what it is about.
function navigation.chapter_list(chapters)
  local out, part = {}, nil
  for _, chapter in ipairs(chapters) do
    if chapter.part ~= part then
      local about = chapter.about_part ~= "" and html.fill('<p>{about_part}</p>\n', chapter) or ""
      out[#out + 1] = (part and "</ol>\n" or "") .. html.fill('<h3>{part}</h3>\n', chapter) .. about .. '<ol class="chapters">'
      part = chapter.part
    end
    out[#out + 1] = html.fill('<li>\n<h4>{=link}</h4>\n<p>{summary}</p>\n</li>', {link = link(chapter), summary = chapter.summary})
  end
  return table.concat(out, "\n") .. "\n</ol>"
end

local function contents(sections)
  local items = {}
  for _, section in ipairs(sections) do items[#items + 1] = ('<a href="#%s">%s</a>'):format(section.id, section.html) end
  return "<ol>\n<li>" .. table.concat(items, "</li>\n<li>") .. "</li>\n</ol>"
end

--- Fills the template's fields.
function navigation.fill(meta, page, sections)
  for index, one in ipairs(page.order) do
    if one.name == page.name then
      local previous, next = page.order[index - 1], page.order[index + 1]
      meta.previous = previous and raw(link(previous))
      meta.next = next and raw(link(next))
    end
  end
  if page.number then
    meta.chapter = tostring(page.number)
    meta.called = navigation.called(page)
  end
  meta.start = page.name == "index"
  if #sections > 1 then meta.contents = raw(contents(sections)) end
end

return navigation
