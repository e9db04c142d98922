}  // namespace

int main() { return run(FORMATS[0], FAULT); }
