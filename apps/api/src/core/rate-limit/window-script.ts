/**
 * {@link SlidingWindow} inside Redis, in one call: KEYS[1] lists the times of the admitted requests in microseconds, oldest
 * first; ARGV are the limit, the window in microseconds and how many requests there are. Gives {1 if admitted, requests left, microseconds to wait}.
 * The time is the server's, the same for all processes. If its clock was set back, the recorded times move back with it until
 * the newest is now: no key gets more than its limit, and none waits for the clock to catch up.
 */
export const windowScript = `
local key, limit, window, requests = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local function text(time) return string.format('%.0f', time) end

local ahead = (tonumber(redis.call('LINDEX', key, -1) or 0)) - now
if ahead > 0 then
  local times = redis.call('LRANGE', key, 0, -1)
  redis.call('DEL', key)
  for _, time in ipairs(times) do redis.call('RPUSH', key, text(time - ahead)) end
end

local oldest = tonumber(redis.call('LINDEX', key, 0))
while oldest and oldest <= now - window do
  redis.call('LPOP', key)
  oldest = tonumber(redis.call('LINDEX', key, 0))
end

local count = redis.call('LLEN', key)
local leaving = math.min(count, math.max(0, count + requests - limit))
local admitted = count + requests <= limit and 1 or 0
if admitted == 1 then
  for _ = 1, requests do count = redis.call('RPUSH', key, text(now)) end
  redis.call('PEXPIRE', key, math.ceil(window / 1000))
end
local wait = count == 0 and window or tonumber(redis.call('LINDEX', key, math.max(0, leaving - 1))) + window - now
return { admitted, math.max(0, limit - count), wait }
`;
