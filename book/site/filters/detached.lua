--- Blocks of a page taken out of the book.

--- Links within the book become their words where what they lead to is not among the blocks.
return function(blocks)
  local ids = {}
  local function collect(raw)
    for id in raw.text:gmatch(' id="([^"]*)"') do ids["#" .. id] = true end
  end
  pandoc.Pandoc(blocks):walk({RawBlock = collect, RawInline = collect})
  local function alive(target) return ids[target] or target:find("^https?:") end
  local function cleaned(raw)
    raw.text = raw.text:gsub('<a([^>]*) href="([^"]*)"([^>]*)>(.-)</a>', function(before, target, after, words)
      return not alive(target) and "<span" .. before .. after .. ">" .. words .. "</span>" or nil
    end)
    return raw
  end
  return pandoc.Pandoc(blocks):walk({
    RawBlock = cleaned,
    RawInline = cleaned,
    Link = function(link)
      if not alive(link.target) then return pandoc.Span(link.content, pandoc.Attr("", link.classes)) end
    end,
  }).blocks
end
