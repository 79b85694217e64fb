import { TracewrightError } from '../../../shared/errors.ts'
import { loadProblem } from '../../load-problem.ts'

/** Loads a part that needs the MCP SDK, which not every user has. */
export async function loadMcp<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw new TracewrightError(
      `Failed to serve by MCP: ${loadProblem(error)}. It needs @modelcontextprotocol/sdk; install that.`,
      { cause: error },
    )
  }
}
