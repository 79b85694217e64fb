import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawContactLine, drawSecurityLine } from '../../../generate/pools/contact-lines.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'

export const maskPii = definePhrases({
  tool: 'mask_pii',
  draw(rng) {
    const line = rng.int(0, 3) === 0 ? drawSecurityLine(rng) : drawContactLine(rng)
    return { text: rng.int(0, 1) === 0 ? line : `${drawMessage(rng)} ${line}` }
  },
  asks: [
    'blank out e-mail addresses, phone numbers and social security numbers in {text}',
    'make {text} fit for publication by putting placeholders in place of addresses, phone numbers and social security numbers',
    'mask the personal data in {text}, that is e-mail addresses, phone numbers and social security numbers',
    'hide whatever is private in {text}: e-mail addresses, phone numbers, social security numbers',
    'replace the e-mail addresses, phone numbers and social security numbers in {text} by placeholders',
  ],
  outputs: { '/masked_text': 'masked text', '/pii_found/0/type': 'kind of the first item masked' },
  answers: [
    { at: ['/masked_text'], gives: 'the masked text, word for word and with its placeholders' },
    {
      at: ['/pii_found/0/position', '/masked_text'],
      gives:
        'the position of the first item in the list of what was masked, counted from 0, then the masked text, word for word',
    },
  ],
})
