import { messageOf } from '../../../shared/errors.ts'

/** Why a Parquet file cannot be read, in words that fit behind its name. */
export class ParquetProblem extends Error {
  /** What a reader threw: its own words where it says it on purpose, none where it stumbled. */
  static damaged(where: string, error?: unknown): ParquetProblem {
    const stumbled = error === undefined || error instanceof TypeError || error instanceof RangeError
    return new ParquetProblem(
      `the Parquet file is damaged: ${where}${stumbled ? '' : `: ${messageOf(error)}`}`,
    )
  }
}
