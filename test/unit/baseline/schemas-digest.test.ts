import { describe, expect, it } from 'vitest'
import { schemasDigest } from '../../../src/baseline/schemas-digest.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'

const offered = (...available_tools: string[]) => ({ available_tools })
const weather = registry.get('get_weather')

describe('schemasDigest', () => {
  const own = schemasDigest(offered('get_weather', 'web_search'), registry)

  it('does not depend on the order of the tools', () => {
    expect(own).toMatch(/^[0-9a-f]{16}$/)
    expect(schemasDigest(offered('web_search', 'get_weather'), registry)).toBe(own)
  })

  it('tells other tools, other words and other schemas apart', () => {
    if (weather === undefined) throw new Error('get_weather is there')
    const changed = (more: object) =>
      schemasDigest(
        offered('get_weather', 'web_search'),
        new Map([...registry, ['get_weather', { ...weather, ...more }]]),
      )
    expect(schemasDigest(offered('get_weather'), registry)).not.toBe(own)
    expect(changed({})).toBe(own)
    expect(schemasDigest(offered('get_weather', 'web_search'), new Map())).not.toBe(own)
    expect(schemasDigest(offered('get_weather', 'web_search'), registry)).toBe(own)
    expect(changed({ description: 'Weather.' })).not.toBe(own)
    expect(changed({ inputSchema: { type: 'object' } })).not.toBe(own)
    expect(schemasDigest(offered('nobody_knows'), registry)).not.toBe(
      schemasDigest(offered('nobody_cares'), registry),
    )
  })
})
