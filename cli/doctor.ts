export interface DoctorOptions {
  readonly json: boolean;
}
export async function doctorCommand(_o: DoctorOptions): Promise<number> {
  return 0;
}
