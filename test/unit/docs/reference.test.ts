import { ReflectionKind } from 'typedoc'
import { expect, it } from 'vitest'
import { dropInherited } from '../../../scripts/api/reference.mjs'

it('a type of the reference has its own members alone, and those of a type without a page', () => {
  const own = { name: 'providers' }
  const described = { name: 'agent', inheritedFrom: { reflection: { name: 'agent' } } }
  const undescribed = { name: 'timeout', inheritedFrom: { reflection: undefined } }
  const type = {
    children: [own, described, undescribed],
    groups: [{ children: [own, undescribed] }, { children: [described] }],
  }
  dropInherited({
    getReflectionsByKind: (kind: ReflectionKind) =>
      kind === ReflectionKind.All ? [own, described, undescribed] : [type],
  })
  expect(type.children).toEqual([own, { name: 'timeout' }])
  expect(type.groups).toEqual([{ children: [own, { name: 'timeout' }] }])
})
