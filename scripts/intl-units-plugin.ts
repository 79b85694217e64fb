import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { listIntlUnits } from '../src/shared/intl-units.ts'

const MODULE = resolve(import.meta.dirname, '../src/shared/intl-units.ts')

/** Makes of the module of Intl's units one that has their list. */
export const createIntlUnitsPlugin = (): Plugin => ({
  name: 'intl-units',
  load: {
    // Rolldown then asks for this module alone.
    filter: { id: MODULE },
    handler: () => {
      const list = JSON.stringify(JSON.stringify(listIntlUnits()))
      return { code: `export const listIntlUnits = () => JSON.parse(${list})`, moduleType: 'js' }
    },
  },
})
