import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import { chain, failureOf, guess } from './traces.ts'

describe('toSelectTools', () => {
  it('wants every named tool, and no other unless told so', () => {
    expect(chain()).toSelectTools(['send_email', 'get_weather', 'unit_convert'])
    expect(chain()).not.toSelectTools(['send_email', 'get_weather'])
    expect(chain()).toSelectTools(['send_email', 'get_weather'], { exact: false })
    expect(chain()).not.toSelectTools(['send_email', 'create_task'], { exact: false })
    expect({ ...chain(), calls: [] }).toSelectTools([])
    expect(chain()).not.toSelectTools([])
  })

  it('counts failed calls, and names that are listed twice', () => {
    expect(guess()).toSelectTools(['get_weather', 'unit_convert'])
    expect(guess()).toSelectTools(['get_weather', 'get_weather', 'get_weather', 'unit_convert'])
    expect(guess()).not.toSelectTools(Array(4).fill('get_weather'), { exact: false })
  })

  it('takes a sequence as calls that waited for one another', () => {
    const sequence = { order: 'sequence' } as const
    expect(chain()).toSelectTools(['get_weather', 'unit_convert', 'send_email'], sequence)
    expect(chain()).not.toSelectTools(['unit_convert', 'get_weather', 'send_email'], sequence)
    expect(guess()).toSelectTools(['get_weather', 'get_weather', 'unit_convert'], sequence)
    // The first two were called at once.
    expect(guess()).not.toSelectTools(['get_weather', 'get_weather', 'get_weather', 'unit_convert'], sequence)
  })

  it('says what is missing and what is too much', () => {
    expect(
      failureOf(() => expect(guess()).toSelectTools(['send_email', 'get_weather'])),
    ).toMatchInlineSnapshot(`
      "expect(run).toSelectTools(names)

        send_email was not called
        unit_convert is not among the expected tools

      Expected: send_email, get_weather, and no other tool
      Received:
        (calls of guess)"
    `)
    expect(
      failureOf(() => expect(guess()).toSelectTools(['unit_convert', 'get_weather'], { order: 'sequence' })),
    ).toMatchInlineSnapshot(`
      "expect(run).toSelectTools(names, options)

        get_weather was not called after unit_convert had ended

      Expected: unit_convert -> get_weather, and no other tool
      Received:
        (calls of guess)"
    `)
    expect(
      failureOf(() => expect(chain()).not.toSelectTools(['get_weather'], { exact: false })),
    ).toMatchInlineSnapshot(`
      "expect(run).not.toSelectTools(names, options)

      Expected: no call of get_weather
      Received:
        (calls of chain)"
    `)
  })

  it('refuses wrong usage', () => {
    const usage = (names: unknown, options?: object) =>
      failureOf(() => expect(chain()).not.toSelectTools(names as string[], options))
    expect(usage(undefined)).toContain('the names are not a list')
    expect(usage('get_weather')).toContain('the names are not a list')
    expect(usage([''])).toContain('the name of the tool is missing')
    expect(usage(['a'], { ordered: true })).toContain('unknown option ordered')
    expect(usage(['a'], { order: 'dag' })).toContain('unknown order dag')
    expect(usage(['a'], { exact: 'yes' })).toContain('"exact" is "yes"')
    expect(usage([], { exact: false })).toContain('no tool is named, so every call would pass')
  })
})
