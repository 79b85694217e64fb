import type { Simulator } from '../define-simulator.ts'
import { listFiles } from './list-files/simulator.ts'
import { mergeData } from './merge-data/simulator.ts'
import { readFile } from './read-file/simulator.ts'
import { transformFormat } from './transform-format/simulator.ts'
import { writeFile } from './write-file/simulator.ts'

export const fileData: Simulator[] = [listFiles, mergeData, readFile, transformFormat, writeFile]
