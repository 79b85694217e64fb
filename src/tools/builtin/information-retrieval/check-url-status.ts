import { defineBuiltIn } from '../../define-built-in.ts'

const CODES = [200, 200, 200, 200, 301, 302, 403, 404, 500]

const classifyStatus = (code: number): 'reachable' | 'client_error' | 'server_error' => {
  if (code < 400) return 'reachable'
  return code < 500 ? 'client_error' : 'server_error'
}

export const checkUrlStatus = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({ url: z.string() }),
  output: (z) => ({
    url: z.string(),
    status: z.enum(['reachable', 'client_error', 'server_error']),
    status_code: z.int(),
    response_time_ms: z.number(),
  }),
  run({ url }, world) {
    const draw = world.draw('check_url', url)
    const code = draw.pick('code', draw.publishedRemainder(CODES.length), CODES)
    return {
      url,
      status: classifyStatus(code),
      status_code: code,
      response_time_ms: draw.numberFrom('time', 480, { min: 20, max: 499, decimals: 3 }),
    }
  },
})
