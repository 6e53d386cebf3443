class Screen:
    pass
