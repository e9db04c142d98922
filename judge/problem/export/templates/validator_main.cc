}  // namespace

int main() { return run_validator(FORMATS[0], JUDGE); }
