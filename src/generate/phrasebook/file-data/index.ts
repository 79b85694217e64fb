import type { Phrases } from '../phrases.ts'
import { listFiles } from './list-files.ts'
import { mergeData } from './merge-data.ts'
import { readFile } from './read-file.ts'
import { transformFormat } from './transform-format.ts'
import { writeFile } from './write-file.ts'

export const fileData: readonly Phrases[] = [listFiles, mergeData, readFile, transformFormat, writeFile]
