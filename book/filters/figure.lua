--- Figures: SVG files, inlined so that they take the colours of the page around them.

local files = require("files")
local html = require("html")
local svg = require("svg")

local figure = {}

-- The drawing without what only a file of its own needs, its ids made unique on the page.
local function inline(drawing, path, stem)
  if drawing:find("<style") then
    error(path .. " has a <style>, which would reach the whole page; put colours into attributes", 0)
  end
  drawing = drawing:gsub("^.-(<svg)", "%1", 1):gsub("<title>.-</title>%s*", "", 1):gsub("<desc>.-</desc>%s*", "", 1)
  drawing = drawing:gsub('(%s)id="', "%1id=\"" .. stem .. "-"):gsub("url%(#", "url(#" .. stem .. "-"):gsub('href="#', 'href="#' .. stem .. "-")
  return (drawing:gsub("%s+$", ""))
end

--- The name by which a figure is linked to: `#figure-what` for figures/NN-name-what.svg.
function figure.id(image, page_name)
  local stem = image.src:match("([^/]+)%.svg$") or image.src
  if stem:sub(1, #page_name + 1) == page_name .. "-" then stem = stem:sub(#page_name + 2) end
  return "figure-" .. stem
end

--- The blocks for an image that stands alone in its paragraph.
-- @param path     where its file lies
-- @param compact  whether the page has the colours of drawings (style.css), so that the drawing need not bring its own
function figure.render(image, path, id, label, compact)
  local alternative = image.attributes.alt
  if (alternative or "") == "" then error(image.src .. " has no text alternative; add {alt=\"…\"} after it", 0) end
  local sound, text = pcall(files.read, path)
  if not sound then error("the figure cannot be read: " .. text, 0) end
  local drawing = inline(text, path, id)
  if compact then drawing = svg.compact(drawing) end
  drawing = drawing:gsub("^<svg([^>]*)>", function(attributes)
    attributes = attributes:gsub('%s+role="[^"]*"', "")
    if compact then attributes = attributes:gsub('%s+xmlns="[^"]*"', "") end
    return html.fill('<svg{=attributes} role="img" aria-label="{alternative}">',
      {attributes = attributes, alternative = alternative})
  end)
  return {
    html.block('<figure class="figure" id="{id}">\n<div class="drawing">{=svg}</div>\n<figcaption>', {id = id, svg = drawing}),
    pandoc.Plain(pandoc.List({html.inline('<a class="label" href="#{id}">{label}</a> ', {id = id, label = label})})
      .. image.caption),
    html.block("</figcaption>\n</figure>"),
  }
end

return figure
