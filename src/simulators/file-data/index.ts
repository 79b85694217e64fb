import type { Simulator } from '../define-simulator.ts'
import { listFiles } from './list-files.ts'
import { readFile } from './read-file.ts'
import { writeFile } from './write-file.ts'

export const fileData: Simulator[] = [listFiles, readFile, writeFile]
