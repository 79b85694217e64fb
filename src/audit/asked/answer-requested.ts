import { sourcesOf } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import type { PromptText } from './prompt-text.ts'
import requests from './words/requests.json' with { type: 'json' }

const PHRASES = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${requests.phrases.map((phrase) => phrase.replaceAll(' ', String.raw`\s+`)).join('|')})(?![\p{L}\p{N}])`,
  'iu',
)
const QUESTIONS: ReadonlySet<string> = new Set(requests.questions)

/** Whether an answer is graded. */
export const isGraded = ({ expected_final_answer: answer }: Task): boolean =>
  answer !== undefined && sourcesOf(answer).length > 0

/** Whether a prompt wants to be answered: it says so, or puts a question. */
const isAnswerRequested = (prompt: PromptText): boolean =>
  PHRASES.test(prompt.wanted) ||
  prompt.sentences.some(
    ({ start, end, tokens }) =>
      prompt.own.slice(start, end).includes('?') &&
      tokens.some(
        ({ word, isFirst }, i) => QUESTIONS.has(word) && (isFirst || i === 0 || /^(?:wh|how)/.test(word)),
      ),
  )

/** A graded answer that the prompt does not ask for. */
export function answerProblems(task: Task, prompt: PromptText): string[] {
  if (!isGraded(task) || isAnswerRequested(prompt)) return []
  return [
    'an answer is graded and the prompt asks for none: looked for a question and for words such as "answer", "tell me", "let me know"',
  ]
}
