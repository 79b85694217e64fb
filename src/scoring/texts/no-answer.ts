import { pattern } from '../../shared/pattern.ts'

const END = String.raw`(?![\p{L}\p{Nd}_])`
const JOINED = String.raw`\s*[-,.:;!\u2013\u2014]*\s*(?:(?:but|sorry|because|as|since)[\s,]+)*`
const I = String.raw`(?:i|we)\s*(?:really\s+|simply\s+|just\s+)?`
const CANNOT = String.raw`(?:could|can)\s*not|couldn['\u2019]t|can['\u2019]t|(?:am|was|are|were)\s+(?:unable|not\s+able)`
const STILL = String.raw`(?:\s+(?:able|really|yet|even|to)){0,3}`
/** What follows a yes or no that opens a phrase or says that the speaker does not know. */
const PHRASES = [
  // "No idea", "No doubt it is", "No problem, it is"
  String.raw`\s+(?:idea|doubts?|problem|problems|worries|clue|information|info|answer|result|results|data|comment|matter|need|one|reason|question|wonder|surprise)(?![\p{L}\p{Nd}_])`,
  // "Yes and no", "yes/no", "No or yes"
  String.raw`\s*(?:\/|,?\s(?:and|or)\s)\s*(?:yes|no)(?![\p{L}\p{Nd}_])`,
  // "Yes? I doubt it"
  String.raw`[\s?.,!]*I\s+(?:strongly\s+|really\s+)?doubt\s+(?:it|that)${END}`,
  // "No way to know"
  String.raw`\s+way\s+(?:to|of)\s+(?:tell|know|say|find|check|verify|confirm)`,
  // "No, I can't tell", "No. I do not know", "No: unable to find that out"
  String.raw`${JOINED}(?:${I}(?:${CANNOT}|have\s+no|had\s+no)|unable|not\s+able|impossible)${STILL}\s+(?:tell|say|know|find|determine|check|verify|confirm|answer|see|look|access|reach|idea|clue|information|way|data)${END}`,
  String.raw`${JOINED}${I}(?:(?:do|did|was|were|am|are)(?:\s*not|n['\u2019]t)|['\u2019]m\s+not)${STILL}\s+(?:tell|say|know|sure|certain)${END}`,
]
const NO_ANSWER = pattern(`^(?:${PHRASES.join('|')})`, 'iu')
/** "Yes and no": the second of two is no answer either. */
const SECOND_OF_TWO = /(?<![\p{L}\p{Nd}_])(?:yes|no)\s*(?:\/|,?\s(?:and|or)\s)\s*$/iu
const REACH = 80

/**
 * Whether a yes or no at a place of a text answers nothing: it begins a phrase ("no idea", "no doubt"), stands for both
 * ("yes and no") or is followed by a word that the speaker cannot tell ("No, I can't tell").
 */
export const isNoAnswer = (text: string, start: number, end: number): boolean =>
  NO_ANSWER().test(text.slice(end, end + REACH)) ||
  SECOND_OF_TWO.test(text.slice(Math.max(0, start - 16), start))
