import { from } from '../../bind.ts'
import { quote } from '../../phrases.ts'
import { PEOPLE } from '../../pools/people.ts'
import { CONTACT_TEXTS, EDITS, NAMES, TEXTS } from '../../pools/texts.ts'
import { single } from './single.ts'

const base64Decode = single('base64_decode', (rng) => {
  const encoded = Buffer.from(rng.pick(TEXTS)).toString('base64')
  return {
    arguments: { encoded },
    prompts: [
      `Decode this Base64: ${quote(encoded)}`,
      `A label reads ${quote(encoded)}, which is Base64. What text is that?`,
      `Turn the Base64 data ${quote(encoded)} back into text.`,
    ],
    answer: { value: from(1, '/decoded'), gives: 'the decoded text' },
  }
})

const base64Encode = single('base64_encode', (rng) => {
  const text = rng.pick(TEXTS)
  return {
    arguments: { text },
    prompts: [
      `Encode ${quote(text)} as Base64.`,
      `What is the Base64 form of the text ${quote(text)}?`,
      `I have to send ${quote(text)} through a channel that takes Base64 only. Encode it, full stop included.`,
    ],
    answer: { value: from(1, '/encoded'), gives: 'the Base64 text' },
  }
})

const caseConvert = single('case_convert', (rng) => {
  const text = rng.pick(NAMES)
  const target_case = rng.pick(['upper', 'camel', 'snake'])
  return {
    arguments: { text, target_case },
    prompts: [
      `Rewrite ${quote(text)} in the case called ${quote(target_case)}.`,
      `Change the case of ${quote(text)} to ${quote(target_case)}.`,
      `How does ${quote(text)} look in ${quote(target_case)} case?`,
    ],
    answer: { value: from(1, '/converted'), gives: 'the rewritten text' },
  }
})

const formatNumber = single('format_number', (rng) => {
  const value = rng.decimal(12_000, 9_800_000, 3)
  const format = rng.pick(['currency', 'scientific', 'comma'])
  return {
    arguments: { value, format },
    prompts: [
      `Format the number ${value} in the style ${quote(format)}.`,
      `Write ${value} as text, using the number format ${quote(format)}.`,
      `For a poster I need ${value} in the format ${quote(format)}.`,
    ],
    answer: { value: from(1, '/formatted'), gives: 'the formatted number exactly as it came out' },
  }
})

const hashText = single('hash_text', (rng) => {
  const text = rng.pick(TEXTS)
  const algorithm = rng.pick(['md5', 'sha256', 'sha512'])
  return {
    arguments: { text, algorithm },
    prompts: [
      `Compute the ${algorithm} digest of the text ${quote(text)}`,
      `What is the ${algorithm} hash of ${quote(text)}?`,
      `I need a fingerprint of ${quote(text)}, full stop included, made with ${algorithm}.`,
    ],
    answer: { value: from(1, '/hash'), gives: 'the digest in hex' },
  }
})

const maskPii = single('mask_pii', (rng) => {
  const [before, after] = rng.pick(CONTACT_TEXTS)
  const { email, phone } = rng.pick(PEOPLE)
  const text = `${before} ${rng.pick([email, phone])} ${after}`
  return {
    arguments: { text },
    prompts: [
      `Blank out the personal data in this text: ${quote(text)}`,
      `Before I publish ${quote(text)}, replace addresses and phone numbers in it by placeholders.`,
      `Mask what is private in the sentence ${quote(text)}`,
    ],
    answer: { value: from(1, '/masked_text'), gives: 'the masked text, word for word' },
  }
})

const slugify = single('slugify', (rng) => {
  const text = `${rng.pick(NAMES)}, ${rng.pick(['Part', 'Volume', 'Chapter'])} ${rng.int(2, 40)}`
  return {
    arguments: { text },
    prompts: [
      `Make a slug for a web address out of the title ${quote(text)}.`,
      `An article is called ${quote(text)}. Which slug would its address get?`,
      `Turn ${quote(text)} into a lower-case slug with hyphens.`,
    ],
    answer: { value: from(1, '/slug'), gives: 'the slug' },
  }
})

const stringReplace = single('string_replace', (rng) => {
  const [text, old, replacement] = rng.pick(EDITS)
  return {
    arguments: { text, old, new: replacement },
    prompts: [
      `In the text ${quote(text)} replace every ${quote(old)} by ${quote(replacement)}.`,
      `Take ${quote(text)} and put ${quote(replacement)} wherever it says ${quote(old)}.`,
      `Swap ${quote(old)} for ${quote(replacement)} throughout this sentence: ${quote(text)}`,
    ],
    answer: { value: from(1, '/result'), gives: 'the changed text, word for word' },
  }
})

const textSimilarity = single('text_similarity', (rng) => {
  const [text1, text2] = rng.sample(TEXTS, 2) as [string, string]
  return {
    arguments: { text1, text2 },
    prompts: [
      `How similar are the vocabularies of these two texts, on a scale from 0 to 1? First: ${quote(text1)} Second: ${quote(text2)}`,
      `Score the overlap in words between ${quote(text1)} as the first text and ${quote(text2)} as the second.`,
      `Compare text one, ${quote(text1)}, with text two, ${quote(text2)}, and give me a similarity score.`,
    ],
    answer: { value: from(1, '/similarity'), gives: 'the score with all its decimals' },
  }
})

export const textProcessing = [
  base64Decode,
  base64Encode,
  caseConvert,
  formatNumber,
  hashText,
  maskPii,
  slugify,
  stringReplace,
  textSimilarity,
]
