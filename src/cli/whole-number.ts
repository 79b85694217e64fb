import { InvalidArgumentError } from 'commander'

/** Reads an option that is a whole number, not below the least. */
export const atLeast =
  (least: number) =>
  (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number
    throw new InvalidArgumentError(`It is a whole number from ${least} up.`)
  }
