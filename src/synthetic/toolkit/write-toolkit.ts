import { writeWhole } from '../../shared/write-whole.ts'
import type { Toolkit } from './toolkit.ts'

/** Writes a `*.toolkit.json` file, whole or not at all. */
export const writeToolkit = (file: string, toolkit: Toolkit): void =>
  writeWhole(file, `${JSON.stringify(toolkit, null, 1)}\n`, 'toolkit')
