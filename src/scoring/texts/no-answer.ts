/** What follows a yes or no that opens a phrase or says that the speaker does not know. */
const PHRASES = [
  // "No idea", "No doubt it is", "No problem, it is"
  String.raw`\s+(?:idea|doubts?|problem|problems|worries|clue|information|info|answer|result|results|data|comment|matter|need|one|reason|question|wonder|surprise)(?![\p{L}\p{Nd}_])`,
  // "Yes and no", "yes/no", "No or yes"
  String.raw`\s*(?:\/|,?\s(?:and|or)\s)\s*(?:yes|no)(?![\p{L}\p{Nd}_])`,
  // "No, I can't tell", "No. I do not know"
  String.raw`\s*[-,.:;!\u2013\u2014]*\s*(?:(?:but|sorry|because|as|since)[\s,]+)*(?:i|we)\s+(?:really\s+|simply\s+|just\s+)?(?:(?:can|could|do|did|was|were|am|are)(?:\s*not|n['\u2019]t)|can['\u2019]t|cannot|['\u2019]m\s+not|am\s+unable\s+to|was\s+unable\s+to|have\s+no|had\s+no)(?![\p{L}\p{Nd}_])(?:\s+(?:able|really|yet|even|to)){0,3}\s+(?:tell|say|know|sure|certain|find|determine|check|verify|confirm|answer|see|look|idea|clue|information|way|data|access|reach)(?![\p{L}\p{Nd}_])`,
]
const NO_ANSWER = new RegExp(`^(?:${PHRASES.join('|')})`, 'iu')
/** "Yes and no": the second of two is no answer either. */
const SECOND_OF_TWO = /(?<![\p{L}\p{Nd}_])(?:yes|no)\s*(?:\/|,?\s(?:and|or)\s)\s*$/iu
const REACH = 80

/**
 * Whether a yes or no at a place of a text answers nothing: it begins a phrase ("no idea", "no doubt"), stands for both
 * ("yes and no") or is followed by a word that the speaker cannot tell ("No, I can't tell").
 */
export const isNoAnswer = (text: string, start: number, end: number): boolean =>
  NO_ANSWER.test(text.slice(end, end + REACH)) ||
  SECOND_OF_TWO.test(text.slice(Math.max(0, start - 16), start))
