--- A chapter rendered for the teacher's kit: as for paper, without what only some readers need.

local files = require("files")
local render = require("page")

local text_of = pandoc.utils.stringify

local function write_depfile(meta, page)
  if not meta.depfile then return end
  local sources = page.sources:map(function(path) return (path:gsub("[ #]", "\\%0")) end)
  files.write(text_of(meta.depfile), text_of(meta.target) .. ": " .. table.concat(sources, " ") .. "\n")
end

--- What page.lua makes of the chapter.
-- @param doc   the chapter as Pandoc read it, with metadata as weave.lua has it: order, recorded, depfile and target
-- @param site  the folder book/site
return function(doc, site)
  local devices = pandoc.List({})
  for _, file in ipairs(files.given(doc.meta.recorded)) do devices:extend(files.value(file)) end
  local made = render(doc, PANDOC_STATE.input_files[1], {
    order = files.value(text_of(doc.meta.order)), devices = devices, recorded = pandoc.path.directory(text_of(doc.meta.order)),
    syntax = pandoc.path.join({site, "cuda.xml"}), names = {}, paper = true, brief = true,
  })
  write_depfile(doc.meta, made.page)
  return made
end
