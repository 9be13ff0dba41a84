--- Small tools for writing HTML by hand: escaping, filling patterns, raw blocks.

local html = {}

local escapes = {['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;'}

function html.escape(text)
  return (text:gsub('[&<>"]', escapes))
end

--- Fills `{name}` in a pattern with escaped values; `{=name}` takes a value that is HTML already.
function html.fill(pattern, values)
  return (pattern:gsub("{(=?)([%w_]+)}", function(raw, name)
    local value = values[name]
    if value == nil then error("html.fill: no value for {" .. name .. "}") end
    if raw == "=" then return tostring(value) end
    return html.escape(tostring(value))
  end))
end

function html.block(pattern, values)
  return pandoc.RawBlock("html", values and html.fill(pattern, values) or pattern)
end

function html.inline(pattern, values)
  return pandoc.RawInline("html", values and html.fill(pattern, values) or pattern)
end

--- Inlines as an HTML fragment, for places outside the page's own flow.
function html.of_inlines(inlines)
  local options = {html_math_method = "mathml"}
  return (pandoc.write(pandoc.Pandoc({pandoc.Plain(inlines)}), "html5", options):gsub("%s+$", ""))
end

--- "1 program", "12 programs".
function html.counted(count, one, many)
  return count .. " " .. (count == 1 and one or many)
end

--- "a", "a and b", "a, b and c".
function html.listed(items)
  if #items < 2 then return items[1] or "" end
  return table.concat(items, ", ", 1, #items - 1) .. " and " .. items[#items]
end

return html
