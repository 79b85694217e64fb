/** A difference of shares in percentage points, `6.2 points`. */
export const points = (share: number): string => `${(100 * share).toFixed(1)} points`
