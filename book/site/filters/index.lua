--- The glossary, the index of CUDA's names and the lists of links and measurements, from what the chapters say (`page_index.lua`).

local files = require("files")
local html = require("html")
local measured = require("measured")
local navigation = require("navigation")

local index = {}

local function chapters_of(paths)
  local chapters = {}
  for _, path in ipairs(paths) do table.insert(chapters, files.value(path)) end
  return chapters
end

local function link(page, id, words)
  return html.fill('<a href="{page}.html{id}">{words}</a>', {page = page, id = id ~= "" and "#" .. id or "", words = words})
end

-- "3.4" of "3.4 The host does not wait"; a page's first lines stand for the chapter.
local function short(chapter, section)
  return section.label:match("^%u?%l*%s?[%d.]+") or navigation.called(chapter)
end

-- On which line a chapter marks a term.
local function line_of(folder, chapter, term)
  local text = files.text(pandoc.path.join({folder, "..", "..", "..", "chapters", chapter .. ".md"})) or ""
  for _, mark in ipairs({"[" .. term .. "]{.term", 'name="' .. term .. '"'}) do
    if text:find(mark, 1, true) then return files.line_of(text, mark) end
  end
  return 1
end

--- Every term with its definition and a link to it. `folder` is that of the page.
function index.glossary(paths, folder)
  local entries, defined = {}, {}
  for _, chapter in ipairs(chapters_of(paths)) do
    for _, term in ipairs(chapter.terms) do
      local before = defined[term.id]
      if before then
        error(("chapters/%s.md:%d: the term %q is defined here and already in chapters/%s.md; mark it once"):format(
          chapter.page, line_of(folder, chapter.page, term.term), term.term, before), 0)
      end
      defined[term.id] = chapter.page
      table.insert(entries, {term = term.term, chapter = chapter, entry = term})
    end
  end
  table.sort(entries, function(a, b) return a.term:lower() < b.term:lower() end)
  local out = {}
  for _, one in ipairs(entries) do
    table.insert(out, html.fill('<dt id="{id}"><dfn>{term}</dfn></dt>\n<dd>{=words} <span class="where">{=place}</span></dd>', {
      id = one.entry.id, term = one.term, words = one.entry.html,
      place = link(one.chapter.page, one.entry.id, short(one.chapter, {label = one.entry.section})),
    }))
  end
  return {html.block('<dl class="glossary">\n' .. table.concat(out, "\n") .. "\n</dl>")}
end

-- What `item` makes of each thing of the kind, under the heading of its chapter.
local function by_chapter(paths, kind, around, item)
  local out = {}
  for _, chapter in ipairs(chapters_of(paths)) do
    local items = {}
    for _, one in ipairs(chapter[kind]) do table.insert(items, item(one, chapter)) end
    if #items > 0 then
      table.insert(out, html.fill('<h2 id="chapter-{number}"><a href="#chapter-{number}"><small>{number}</small> {title}</a></h2>\n', chapter)
        .. around:format(table.concat(items, "\n")))
    end
  end
  return {html.block(table.concat(out, "\n"))}
end

--- Everything outside the book that the chapters point to, by chapter.
function index.links(paths)
  return by_chapter(paths, "links", '<ul class="links">\n%s\n</ul>', function(one)
    return html.fill('<li><a href="{target}">{words}</a> <span class="where">{target}</span></li>', one)
  end)
end

--- Every measured figure with the numbers of all devices, by chapter.
function index.measurements(paths, devices)
  return by_chapter(paths, "measured", "%s", function(one, chapter)
    return html.fill('<figure class="figure measured" id="{place}">\n{=numbers}\n<figcaption>{=label} {=caption}</figcaption>\n</figure>', {
      place = measured.place(one.key), numbers = measured.numbers(devices, one.key), label = link(chapter.page, one.id, one.label),
      caption = one.html,
    })
  end)
end

-- For each name its occurrences in reading order, each with the section and whether the text mentions it there.
local function places_by_name(chapters)
  local places, names = {}, {}
  local function add(name, chapter, section, named)
    if not places[name] then
      places[name] = {}
      table.insert(names, name)
    end
    table.insert(places[name], {chapter = chapter, section = section, named = named})
  end
  for _, chapter in ipairs(chapters) do
    for _, section in ipairs(chapter.sections) do
      local named = {}
      for _, name in ipairs(section.named) do
        named[name] = true
        add(name, chapter, section, true)
      end
      for _, name in ipairs(section.used) do
        if not named[name] then add(name, chapter, section, false) end
      end
    end
  end
  return places, names
end

-- A name is taught where the text first speaks of it; one that no text names, where code first uses it.
local function taught_first(places)
  for position, place in ipairs(places) do
    if place.named then return position end
  end
  return 1
end

-- Names are sorted without their leading underscores: `__syncthreads` under s.
local function sort_key(name) return (name:gsub("^[_<]+", ""):lower()) end

--- Every name of CUDA that the chapters use, with the section that teaches it first and those that use it.
function index.names(paths)
  local places, names = places_by_name(chapters_of(paths))
  table.sort(names, function(a, b)
    local first, second = sort_key(a), sort_key(b)
    if first ~= second then return first < second end
    return a < b
  end)
  local out = {}
  for _, name in ipairs(names) do
    local first = taught_first(places[name])
    local others = {}
    for position, place in ipairs(places[name]) do
      if position ~= first then table.insert(others, short(place.chapter, place.section)) end
    end
    local taught = places[name][first]
    table.insert(out, html.fill("<dt><code>{name}</code></dt><dd>{=taught}{others}</dd>", {
      name = name, others = #others > 0 and "; " .. table.concat(others, ", ") or "",
      taught = link(taught.chapter.page, taught.section.id, taught.section.label ~= "" and taught.section.label or navigation.called(taught.chapter)),
    }))
  end
  return {html.block('<dl class="names">\n' .. table.concat(out, "\n") .. "\n</dl>")}
end

return index
