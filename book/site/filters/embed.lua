--- Files within the file that shows them, as data in their addresses.

local files = require("files")

local embed = {}

local digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local function base64(data)
  local out = {}
  for a, b, c in (data .. "\0\0"):gmatch("(.)(.)(.)") do
    local bits = (">I3"):unpack(a .. b .. c)
    for shift = 18, 0, -6 do
      local digit = (bits >> shift & 63) + 1
      out[#out + 1] = digits:sub(digit, digit)
    end
  end
  local left = -#data % 3
  for index = #out - left + 1, #out do out[index] = "=" end
  return table.concat(out)
end

--- The address of a file with the file in it; nil if there is none.
function embed.address(path, type)
  local data = files.text(path)
  return data and "data:" .. type .. ";base64," .. base64(data)
end

return embed
