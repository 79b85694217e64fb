import { listFiles } from '../../../simulators/file-data/list-files/phrases.ts'
import { mergeData } from '../../../simulators/file-data/merge-data/phrases.ts'
import { readFile } from '../../../simulators/file-data/read-file/phrases.ts'
import { transformFormat } from '../../../simulators/file-data/transform-format/phrases.ts'
import { writeFile } from '../../../simulators/file-data/write-file/phrases.ts'
import type { Phrases } from '../phrases.ts'

export const fileData: readonly Phrases[] = [listFiles, mergeData, readFile, transformFormat, writeFile]
