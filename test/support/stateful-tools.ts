import { readFileSync } from 'node:fs'
import { compileRules } from '../../src/synthetic/rules/compile.ts'
import { readPublishedTools } from '../../src/synthetic/tool-spec/read-published.ts'
import type { SyntheticToolkit } from '../../src/synthetic/toolkit/toolkit.ts'

const FILE = new URL('../fixtures/stateful-tools.jsonl', import.meta.url)

/** 69 tools that create, show, list, change and remove things of twelve kinds, named in three styles; nothing but specifications. */
export const statefulToolkit = (): SyntheticToolkit => ({
  version: 1,
  name: 'stateful',
  tools: readPublishedTools(readFileSync(FILE, 'utf8'), 'stateful-tools.jsonl').map(compileRules),
  state: {},
  known: [],
})
