/** The attempt that stands for a task; undefined where there is none. */
export const standing = <Attempt>({
  attempts,
  stands,
}: {
  attempts: readonly Attempt[]
  stands: number
}): Attempt | undefined => attempts[stands]
