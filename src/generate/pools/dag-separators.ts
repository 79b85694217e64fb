/** What texts can be joined by, visible in a prompt; a sentence before it ends there. */
export const SEPARATORS = [' | ', ' // ', ' -- ', ' ** '] as const
