--- Weaves one page: a chapter, or one of the pages in book/site/pages/, as Pandoc reads it, into the HTML of the book.
--
-- Called by Pandoc with the defaults in book/site/page.yaml. Metadata on the command line:
--   order      all pages in reading order, as book/site/page_data.py writes them
--   recorded   what GPUs have recorded of a chapter, as book/site/page_data.py writes it; of all chapters for the page of measurements
--   search     where to write what search needs of this page (may be left out)
--   names      of a chapter: where to write its terms and names; of another page: the files that chapters have written
--   plan       of the page of course plans: what book/site/course_plan.py has written
--   searches   given if pages can be searched
--   depfile    where to say which other files the page was made from (for Ninja; may be left out)
--   target     the name of the page in that file

local here = pandoc.path.directory(PANDOC_SCRIPT_FILE)
package.path = pandoc.path.join({here, "?.lua"}) .. ";" .. package.path

local checked = require("checked")
local files = require("files")
local navigation = require("navigation")
local render = require("page")

local text_of = pandoc.utils.stringify

-- Names change seldom, and the pages made of them should not be made again whenever a sentence changes.
local function write_page_index(meta, page)
  if meta.search then files.write(text_of(meta.search), page.page_index:for_search(page)) end
  if meta.names and page.number then files.write_if_new(text_of(meta.names), page.page_index:for_indexes(page)) end
end

local function weave(doc)
  local path = PANDOC_STATE.input_files[1]
  local made = render(doc, path, {
    order = files.value(text_of(doc.meta.order)),
    devices = files.values(files.given(doc.meta.recorded)),
    recorded = pandoc.path.directory(text_of(doc.meta.order)),
    syntax = pandoc.path.join({pandoc.path.directory(here), "cuda.xml"}),
    names = files.given(doc.meta.names),
    plan = files.given(doc.meta.plan)[1],
  })
  local page = made.page
  navigation.fill(doc.meta, page, made.sections)
  if page.number then
    doc.meta.checked = pandoc.MetaBlocks({pandoc.RawBlock("html", checked.list(page.devices, page.read))})
  end
  local sources = page.provenance:list()
  if sources then doc.meta.sources = pandoc.MetaBlocks({pandoc.RawBlock("html", sources)}) end
  files.write_depfile(doc.meta, page.sources)
  write_page_index(doc.meta, page)
  return pandoc.Pandoc(made.blocks, doc.meta)
end

function Pandoc(doc)
  local made, result = pcall(weave, doc)
  if made then return result end
  io.stderr:write(tostring(result), "\n")
  os.exit(1)
end
