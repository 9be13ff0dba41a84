--- A chapter rendered for the teacher's kit: as for paper, without what only some readers need.

local files = require("files")
local render = require("page")

local text_of = pandoc.utils.stringify

--- What page.lua makes of the chapter.
-- @param doc   the chapter as Pandoc read it, with metadata as weave.lua has it: order, recorded, depfile and target
-- @param site  the folder book/site
return function(doc, site)
  local made = render(doc, PANDOC_STATE.input_files[1], {
    order = files.value(text_of(doc.meta.order)), devices = files.values(files.given(doc.meta.recorded)),
    recorded = pandoc.path.directory(text_of(doc.meta.order)), syntax = pandoc.path.join({site, "cuda.xml"}), names = {}, paper = true, brief = true,
  })
  files.write_depfile(doc.meta, made.page.sources)
  return made
end
