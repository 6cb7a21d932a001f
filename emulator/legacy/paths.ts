/** Of the two documented paths of the status action a server may know either or both (contract 4.12). */
export function servesPath(path: string, statusPaths: readonly string[]): boolean {
  return !path.endsWith('!getPostPaymentStatus') || statusPaths.includes(path);
}
