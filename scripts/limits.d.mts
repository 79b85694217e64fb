export declare const findOverLimit: (
  measured: Readonly<Record<string, number>>,
  limits: Readonly<Record<string, number>>,
  slack: number,
) => string[]
