import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { matchPattern, parseRoutePattern } from '../../../src/network/routes/pattern.ts'
import { readRouteArguments } from '../../../src/network/routes/request-arguments.ts'
import { type RouteOptions, route } from '../../../src/network/routes/route.ts'
import { readRoutesOfModule, serveRoutes } from '../../../src/network/routes/table.ts'
import { makeTestAttempt } from '../../support/attempts.ts'

const API = 'https://api.acme.example'
afterEach(() => serveRoutes([]))

describe('a pattern', () => {
  const match = (on: string, method: string, url: string) =>
    matchPattern(parseRoutePattern(on), { method, url: new URL(url) })

  it.each<[string, string, Record<string, string> | undefined]>([
    [`GET ${API}/v1/weather/:city`, `${API}/v1/weather/Oslo?units=c`, { city: 'Oslo' }],
    [`GET ${API}/v1/weather/:city`, `${API}/v1/weather/S%C3%A3o%20Paulo`, { city: 'São Paulo' }],
    [`GET ${API}/v1/weather/:city`, `${API}/v1/weather/100%`, { city: '100%' }],
    [`GET ${API}/v1/weather/:city`, `${API}/v1/weather/Oslo/today`, undefined],
    [`GET ${API}/v1/weather/:city`, 'https://evilapi.acme.example/v1/weather/Oslo', undefined],
    [`GET ${API}/v1/weather/:city`, `http://api.acme.example/v1/weather/Oslo`, undefined],
    [`GET ${API}:443/v1/`, `${API}/v1`, {}],
    [`GET ${API}/files/*`, `${API}/files/a/b`, {}],
    [`GET ${API}/files/*`, `${API}/file`, undefined],
  ])('%s takes %s: %j', (on, url, params) => {
    expect(match(on, 'GET', url)).toEqual(params)
    expect(match(on, 'POST', url)).toBeUndefined()
  })

  it.each([
    [`get ${API}/a`, 'is not an HTTP method in capitals'],
    ['GET /a', '"/a" is not an absolute address'],
    [`GET ${API}/a?b=1`, 'a route has no query'],
    [`GET ${API}/*/a`, '"*" may only be the last part'],
    [`GET ${API}/a twice`, 'followed by more text'],
  ])('%s is refused', (on, why) => {
    expect(() => parseRoutePattern(on)).toThrow(why)
  })
})

describe('a request that a route takes', () => {
  it('is a call of its tool, with arguments from path, query and body in their types', async () => {
    serveRoutes([
      route(`GET ${API}/rates/:from_currency`, { tool: 'get_exchange_rate' }),
      route(`POST ${API}/mails`, { tool: 'send_email' }),
    ])
    const { trace, world } = await makeTestAttempt(async () => {
      const rate = await fetch(`${API}/rates/EUR?to_currency=USD&amount=12.5&api_key=secret`)
      expect(rate.status).toBe(200)
      const { converted_amount } = (await rate.json()) as { converted_amount: number }
      const form = new URLSearchParams({
        to: 'ann@example.com',
        subject: 'Rate',
        body: String(converted_amount),
      })
      expect((await fetch(`${API}/mails`, { method: 'POST', body: form })).status).toBe(200)
    })
    expect(trace.calls.map(({ tool_name, arguments: args }) => [tool_name, args])).toEqual([
      ['get_exchange_rate', { from_currency: 'EUR', to_currency: 'USD', amount: 12.5 }],
      ['send_email', { to: 'ann@example.com', subject: 'Rate', body: expect.any(String) }],
    ])
    expect(JSON.stringify(trace)).not.toContain('secret')
    expect(world.journal).toHaveLength(1)
    expect(trace.refused).toBeUndefined()
  })

  it('gives headers that the tool has parameters for, and none that every client sends or that is a secret', () => {
    const text = { type: 'string' }
    const inputSchema = {
      type: 'object',
      properties: {
        'X-Desk-Id': { type: 'integer' },
        accept: text,
        'X-Api-Key': text,
        room: text,
        'If-Tag': text,
      },
    }
    const headers = new Headers({
      'x-desk-id': '12',
      accept: '*/*',
      'x-api-key': 'hush',
      room: 'header',
      other: '1',
    })
    const request = { params: { room: 'path' }, query: {}, body: null, headers }
    const tool = {
      name: 'open_desk',
      category: 'tools',
      effect: 'read',
      description: '',
      inputSchema,
      outputSchema: {},
    } as const
    expect(readRouteArguments(request, tool)).toEqual({ room: 'path', 'X-Desk-Id': 12 })
  })

  it('is answered in the shape of the real API, also where the tool refuses', async () => {
    const options: RouteOptions = {
      tool: 'get_weather',
      args: ({ params }) => (params.place === 'nowhere' ? {} : { city: params.place ?? '' }),
      reply: ({ temperature_celsius }) => ({ current: { temp_c: temperature_celsius ?? null } }),
      error: ({ status, code }) => ({ fault: { status, code } }),
      status: 203,
    }
    serveRoutes([route(`GET ${API}/now/:place`, options)])
    const { trace } = await makeTestAttempt(async () => {
      const good = await fetch(`${API}/now/Oslo`)
      expect([good.status, await good.json()]).toEqual([203, { current: { temp_c: expect.any(Number) } }])
      const bad = await fetch(`${API}/now/nowhere`)
      expect([bad.status, await bad.json()]).toEqual([
        400,
        { fault: { status: 400, code: expect.any(String) } },
      ])
    })
    expect(trace.calls.map(({ status }) => status)).toEqual([200, 400])
  })

  const broken = (): never => {
    throw new Error('no such field')
  }
  it.each<[string, Partial<RouteOptions>, string]>([
    ['args', { args: broken }, 'Oslo'],
    ['reply', { reply: broken }, 'Oslo'],
    ['error', { error: broken, args: () => ({}) }, 'Oslo'],
  ])('whose function %s throws is a call that failed, and says so', async (name, options, city) => {
    serveRoutes([route(`GET ${API}/weather/:city`, { tool: 'get_weather', ...options })])
    const message = `the function "${name}" of the route "GET ${API}/weather/:city" threw: no such field`
    const { trace } = await makeTestAttempt(async () => {
      const answer = await fetch(`${API}/weather/${city}`)
      expect([answer.status, await answer.json()]).toEqual([500, { error: { code: 'internal', message } }])
    })
    expect(trace.calls).toMatchObject([
      { status: 500, error: { message }, committed: false, exceptions: [{ message: 'no such field' }] },
    ])
  })

  it('as HEAD is answered as GET is, without a body', async () => {
    serveRoutes([route(`GET ${API}/weather/:city`, { tool: 'get_weather' })])
    const { trace } = await makeTestAttempt(async () => {
      const head = await fetch(`${API}/weather/Oslo`, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
      expect(head.headers.get('content-type')).toContain('application/json')
    })
    expect(trace.calls).toMatchObject([{ tool_name: 'get_weather', arguments: { city: 'Oslo' } }])
    expect(trace.refused).toBeUndefined()
  })

  it("with attribution 'running' is refused while several cases run", async () => {
    serveRoutes([route(`GET ${API}/weather/:city`, { tool: 'get_weather', attribution: 'running' })])
    const ask = async (city: string) => {
      await pause(20)
      const answer = await fetch(`${API}/weather/${city}`)
      expect([answer.status, await answer.text()]).toEqual([
        409,
        expect.stringContaining('run cases one by one (`concurrent: false`)'),
      ])
      await pause(20)
    }
    const both = await Promise.all(['Oslo', 'Rome'].map((city) => makeTestAttempt(() => ask(city))))
    for (const { trace } of both) {
      expect(trace.failure).toBeUndefined()
      expect(trace.calls).toEqual([])
      expect(trace.refused).toHaveLength(2)
    }
  })

  it("with attribution 'running' is answered after an attempt whose agent never settled, and not for that one", async () => {
    serveRoutes([route(`GET ${API}/weather/:city`, { tool: 'get_weather', attribution: 'running' })])
    const statuses: number[] = []
    // It goes on asking, one request after the other, for as long as the test lasts.
    let goesOn = true
    let asking: Promise<void> | undefined
    const ask = async () => {
      while (goesOn) {
        await pause(10)
        statuses.push((await fetch(`${API}/weather/Rome`)).status)
      }
    }
    const stuck = await makeTestAttempt(
      () => {
        asking = ask()
        return asking
      },
      { timeout: 5, task_id: 'stuck' },
    )
    expect(stuck.trace.failure).toContain('no answer within 5 ms')
    const { trace } = await makeTestAttempt(async () => {
      await pause(60)
      expect((await fetch(`${API}/weather/Oslo`)).status).toBe(200)
    })
    goesOn = false
    await asking
    expect(trace.calls.map((call) => call.arguments)).toEqual([{ city: 'Oslo' }])
    expect(new Set(statuses)).toEqual(new Set([409]))
  })

  it('keeps its effect where a function of the route threw behind it', async () => {
    serveRoutes([route(`POST ${API}/mails`, { tool: 'send_email', reply: broken })])
    const mail = { to: 'ann@example.com', subject: 'Rate', body: 'Up.' }
    const { trace, world } = await makeTestAttempt(async () => {
      await fetch(`${API}/mails`, { method: 'POST', body: JSON.stringify(mail) })
    })
    expect(trace.calls).toMatchObject([{ status: 500, committed: true, arguments: mail }])
    expect(world.journal).toHaveLength(1)
  })

  it('is told that a function may give no promise', async () => {
    const options = { tool: 'get_weather', args: async () => ({ city: 'Oslo' }) }
    // As JavaScript may call it.
    serveRoutes([Reflect.apply(route, undefined, [`GET ${API}/weather`, options])])
    await makeTestAttempt(async () => {
      expect(await (await fetch(`${API}/weather`)).text()).toContain('it gives a promise')
    })
  })

  it('may name a part of its query as every object names something', async () => {
    const seen: unknown[] = []
    serveRoutes([
      route(`GET ${API}/laps`, {
        tool: 'get_weather',
        args: ({ query }) => {
          seen.push(query.constructor, query.toString)
          return { city: 'Oslo' }
        },
      }),
    ])
    await makeTestAttempt(
      async () => void (await fetch(`${API}/laps?constructor=alpine&toString=1&toString=2`)),
    )
    expect(seen).toEqual(['alpine', ['1', '2']])
  })

  it('goes to the route that leaves least open, whatever their order', async () => {
    serveRoutes([
      route(`GET ${API}/*`, { tool: 'web_search', args: () => ({ query: 'x' }) }),
      route(`GET ${API}/weather/:city`, { tool: 'get_weather' }),
      route(`GET ${API}/weather/Oslo`, { tool: 'get_weather', args: () => ({ city: 'Bergen' }) }),
    ])
    const { trace } = await makeTestAttempt(async () => {
      await fetch(`${API}/weather/Oslo`)
      await fetch(`${API}/weather/Rome`)
    })
    expect(trace.calls.map(({ arguments: { city } }) => city)).toEqual(['Bergen', 'Rome'])
  })

  it('that was sent together with others starts together with them', async () => {
    serveRoutes([route(`GET ${API}/weather/:city`, { tool: 'get_weather' })])
    const { trace } = await makeTestAttempt(async () => {
      await Promise.all(['Oslo', 'Rome'].map((city) => fetch(`${API}/weather/${city}`)))
    })
    const [first, second] = trace.calls
    expect(second?.started).toBeLessThan(first?.ended ?? 0)
  })
})

describe('a request that no route takes', () => {
  it('is refused where its host has routes, and is named with them', async () => {
    serveRoutes([route(`GET ${API}/weather/:city`, { tool: 'get_weather' })])
    const { trace } = await makeTestAttempt(async () => {
      const answer = await fetch(`${API}/forecast/Oslo?key=secret`)
      expect(answer.status).toBe(501)
      expect(await answer.json()).toMatchObject({
        error: {
          code: 'no_route',
          message: `no route takes GET ${API}/forecast/Oslo, only GET ${API}/weather/:city`,
        },
      })
    })
    expect(trace.refused).toEqual([`GET ${API}/forecast/Oslo`])
    expect(trace.calls).toEqual([])
  })
})

describe('a client that outlives a case', () => {
  /** Sends what it is handed from the context of the attempt that came first, as a queue does. */
  function queue() {
    const waiting: (() => void)[] = []
    let isOn = false
    const loop = async (): Promise<void> => {
      isOn = true
      while (isOn) {
        waiting.shift()?.()
        await pause(1)
      }
    }
    return {
      stop: () => (isOn = false),
      get: (url: string): Promise<Response> => {
        if (!isOn) void loop()
        return new Promise((done, fail) => waiting.push(() => void fetch(url).then(done, fail)))
      },
    }
  }

  it.each([
    ['context', [1, 0], ['200', '409']],
    ['running', [1, 1], ['200', '200']],
  ] as const)('with attribution %s: calls %j', async (attribution, calls, statuses) => {
    serveRoutes([route(`GET ${API}/weather/:city`, { tool: 'get_weather', attribution })])
    const client = queue()
    const seen: string[] = []
    const made: number[] = []
    for (const city of ['Oslo', 'Rome']) {
      const { trace } = await makeTestAttempt(
        async () => {
          seen.push(String((await client.get(`${API}/weather/${city}`)).status))
        },
        { task_id: city },
      )
      made.push(trace.calls.length)
      if (attribution === 'context' && city === 'Rome')
        expect(trace.refused).toEqual([`GET ${API}/weather/Rome`])
    }
    client.stop()
    expect(made).toEqual(calls)
    expect(seen).toEqual(statuses)
  })
})

describe('a module of routes', () => {
  it('exports an array of what `route` gives, over tools that there are', () => {
    const routes = [route(`GET ${API}/weather/:city`, { tool: 'get_weather' })]
    expect(readRoutesOfModule({ default: routes }, 'routes.ts', ['get_weather'])).toBe(routes)
    expect(readRoutesOfModule({ routes }, 'routes.ts', ['get_weather'])).toBe(routes)
    expect(() => readRoutesOfModule({ default: [] }, 'routes.ts', ['get_weather'])).toThrow(
      'it exports no array of',
    )
    expect(() => readRoutesOfModule({ default: [{ tool: 'x' }] }, 'routes.ts', ['get_weather'])).toThrow(
      'it exports no array of',
    )
    const lost = [route(`GET ${API}/weather/:city`, { tool: 'get_wether' })]
    expect(() => readRoutesOfModule({ default: lost }, 'routes.ts', ['get_weather'])).toThrow(
      'did you mean "get_weather"?',
    )
  })

  it('two routes that take the same requests are an error', () => {
    const routes = [
      route(`GET ${API}/weather/:city`, { tool: 'get_weather' }),
      route(`GET ${API}/weather/:place/`, { tool: 'web_search' }),
    ]
    expect(() => serveRoutes(routes)).toThrow(
      /:city" \(get_weather\) and .*:place\/" \(web_search\) take the same/,
    )
  })

  it('an option that there is not is an error', () => {
    const options = { tool: 'get_weather', arguments: () => ({}) }
    expect(() => route(`GET ${API}/a`, options)).toThrow('unknown option "arguments"')
    expect(() => route(`GET ${API}/a`, { tool: '' })).toThrow('it names no tool')
  })
})
