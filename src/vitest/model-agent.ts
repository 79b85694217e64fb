import { fromModel } from '../adapters/langchain/from-model.ts'

/** The agent of a matrix that names none: the model of the project, and its tools. */
export default fromModel()
